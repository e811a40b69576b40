use std::sync::OnceLock;

use super::Theme;
use super::art::Sprite;
use super::backdrop::Backdrop;
use super::canvas::Cover;
use super::colour::Rgb;
use super::overlay;
use super::palette::{Palette, Scene};
use crate::Ground;

/// What boards of one theme, ground and cell size are put together from. Each tile is made when it is
/// first needed.
#[derive(Debug)]
pub(super) struct Tiles {
    pub(super) theme: Theme,
    pub(super) ground: Ground,
    pub(super) px: usize,
    pub(super) palette: &'static Palette,
    bare: [OnceLock<Box<[u8]>>; Backdrop::COUNT],
    pieces: Vec<OnceLock<Box<[u8]>>>,
    dot: OnceLock<Cover>,
    corners: OnceLock<Cover>,
    ring: OnceLock<Cover>,
}

impl Tiles {
    pub(super) fn new(theme: Theme, ground: Ground, px: usize) -> Tiles {
        Tiles {
            theme,
            ground,
            px,
            palette: Palette::of(theme, Scene::Board(ground)),
            bare: [const { OnceLock::new() }; Backdrop::COUNT],
            pieces: (0..Sprite::COUNT * Backdrop::COUNT).map(|_| OnceLock::new()).collect(),
            dot: OnceLock::new(),
            corners: OnceLock::new(),
            ring: OnceLock::new(),
        }
    }

    pub(super) fn bare(&self, backdrop: Backdrop) -> &[u8] {
        self.bare[backdrop.index()]
            .get_or_init(|| self.indices(&backdrop.paint(self.theme, self.ground, self.px)))
    }

    pub(super) fn piece(&self, sprite: Sprite, backdrop: Backdrop) -> &[u8] {
        self.pieces[sprite.index() * Backdrop::COUNT + backdrop.index()]
            .get_or_init(|| self.indices(&self.compose(sprite, backdrop)))
    }

    pub(super) fn dot(&self) -> &Cover {
        self.dot.get_or_init(|| overlay::dot(self.px))
    }

    pub(super) fn corners(&self) -> &Cover {
        self.corners.get_or_init(|| overlay::corners(self.px))
    }

    pub(super) fn ring(&self) -> &Cover {
        self.ring.get_or_init(|| overlay::ring(self.px))
    }

    fn compose(&self, sprite: Sprite, backdrop: Backdrop) -> Vec<Rgb> {
        let mut pixels = backdrop.paint(self.theme, self.ground, self.px);
        let art = u32::try_from(self.px).ok().and_then(|px| sprite.rasterise(self.theme, px));
        for (pixel, art) in pixels.iter_mut().zip(art.iter().flat_map(|art| art.pixels())) {
            let plain = art.demultiply();
            let veil = if backdrop.is_dim() { Backdrop::DIM_OPACITY } else { u8::MAX };
            let opacity = u16::from(art.alpha()) * u16::from(veil) / 255;
            *pixel = pixel.under(Rgb([plain.red(), plain.green(), plain.blue()]), opacity.to_le_bytes()[0]);
        }
        pixels
    }

    fn indices(&self, pixels: &[Rgb]) -> Box<[u8]> {
        let mut last = None;
        let index = |colour: &Rgb| match last {
            Some((same, index)) if same == *colour => index,
            _ => {
                let index = self.palette.exact(*colour);
                last = Some((*colour, index));
                index
            }
        };
        pixels.iter().map(index).collect()
    }
}
