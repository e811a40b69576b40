#!/bin/sh
# Fetches the packages that the piece sets come from, with the machine's own package clients, and unpacks them.
# usage: fetch.sh FOLDER
set -eu
mkdir -p "$1/packed" && cd "$1/packed"

for package in pychess=1.0.3-1 xboard=4.9.1-2+b1 scid-data=1:4.7.4+dfsg1-2 eboard=1.1.3-0.4 \
    knights=22.12.3-1 texlive-games=2022.20230122-4 dreamchess-data=0.3.0-2 \
    fonts-dejavu-core=2.37-6 fonts-liberation=1:1.07.4-11 fonts-roboto-unhinted=2:0~20170802-3 fonts-open-sans=1.11-2 \
    fonts-symbola=2.60-1.1 fonts-freefont-ttf=20120503-10 fonts-noto-core=20201225-1; do
    apt-get download "$package"
done
for package in chess-image-generator@1.0.9 chessboard-element@1.2.0 kokopu-react@3.4.0 \
    react-native-chessboard@0.1.2 fen-to-image@0.0.10 @iconify-json/boxicons@1.2.0 @iconify-json/fa6-solid@1.2.4 \
    @iconify-json/fa7-regular@1.2.3 @iconify-json/game-icons@1.2.4 @iconify-json/hugeicons@1.2.35 @iconify-json/lucide@1.2.137 \
    @iconify-json/material-symbols@1.2.93 @iconify-json/mdi@1.2.3 @iconify-json/tabler@1.2.41; do
    npm pack --silent "$package"
done
pip download --quiet --no-deps chess-gif==1.2.0 pychessview==0.2.0

for file in *.deb; do dpkg-deb -x "$file" "../${file%%_*}"; done
for file in *.tgz; do
    name=${file%-*.tgz}
    mkdir -p "../$name" && tar xzf "$file" -C "../$name"
done
for file in *.whl; do
    name=${file%%-*}
    mkdir -p "../$name" && python3 -m zipfile -e "$file" "../$name"
done
