#!/bin/sh
# Fetches the fonts and words that lines of text are drawn with, with the machine's own package client, and unpacks them.
# usage: fetch_fonts.sh FOLDER
set -eu
mkdir -p "$1/packed" && cd "$1/packed"

for package in fonts-adf-accanthis=0.20190904-2 fonts-adf-gillius=0.20190904-2 fonts-adf-universalis=0.20190904-2 \
    fonts-cabin=1.5-3 fonts-cantarell=0.303.1-1 fonts-cmu=0.7.0-5 fonts-comfortaa=3.001-3 fonts-crosextra-caladea=20200211-1 \
    fonts-crosextra-carlito=20220224-1 fonts-dejavu-core=2.37-6 fonts-dejavu-extra=2.37-6 \
    fonts-ebgaramond=0.016+git20210310.42d4f9f2-1 fonts-inter=4.0~beta7+ds-1 fonts-junicode=2+git20230104+ds-1 fonts-jura=5.103-3 \
    fonts-lato=2.0-2.1 fonts-liberation=1:1.07.4-11 fonts-liberation2=2.1.5-1 fonts-linuxlibertine=5.3.0-6 fonts-lmodern=2.005-1 \
    fonts-noto-core=20201225-1 fonts-open-sans=1.11-2 fonts-quicksand=0.2016-2.1 fonts-roboto-unhinted=2:0~20170802-3 \
    fonts-sil-charis=6.101-1 fonts-texgyre=20180621-6 fonts-urw-base35=20200910-7 wamerican=2020.12.07-2 wspanish=1.0.30; do
    apt-get download "$package"
done

for file in *.deb; do dpkg-deb -x "$file" "../${file%%_*}"; done
