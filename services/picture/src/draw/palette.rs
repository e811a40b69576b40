use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};

use super::Theme;
use super::art::Paint;
use super::backdrop::Backdrop;
use super::colour::{Rgb, rgb};
use super::overlay::{ARROW_OPACITY, LEGAL_OPACITY, MARK_OPACITY};
use crate::Ground;

/// What a palette is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Scene {
    Board(Ground),
    /// Words and lines on the colour of the frame.
    Panel,
}

/// At most 127 colours and the way from any colour to the nearest of them.
///
/// One palette serves every picture of a theme and a scene, so that sprites can be kept as indices.
#[derive(Debug)]
pub(super) struct Palette {
    colours: Vec<Rgb>,
    /// Five bits a channel, filled when first asked.
    nearest: Vec<AtomicU16>,
}

/// Gold, silver, bronze, and what is written on them.
pub(super) const MEDALS: [Rgb; 3] = [rgb(0xf2c14e), rgb(0xc9ced6), rgb(0xd0925f)];
pub(super) const MEDAL_INK: Rgb = rgb(0x1c1917);

const UNKNOWN: u16 = u16::MAX;

impl Palette {
    /// The index that no colour has: unchanged pixels of an animation.
    pub(super) const TRANSPARENT: u8 = 127;
    /// More shades of edges would not be seen, and cost bytes.
    const MOST: usize = 127;

    pub(super) fn of(theme: Theme, scene: Scene) -> &'static Palette {
        const SCENES: usize = 4;
        static PALETTES: [OnceLock<Palette>; Theme::ALL.len() * SCENES] =
            [const { OnceLock::new() }; Theme::ALL.len() * SCENES];
        let scene_index = match scene {
            Scene::Board(ground) => ground as usize,
            Scene::Panel => SCENES - 1,
        };
        PALETTES[theme as usize * SCENES + scene_index].get_or_init(|| match scene {
            Scene::Board(ground) => board(theme, ground).pick(),
            Scene::Panel => table(theme).pick(),
        })
    }

    pub(super) fn colour(&self, index: u8) -> Rgb {
        self.colours.get(usize::from(index)).copied().unwrap_or(rgb(0))
    }

    /// The index of the nearest colour, by looking at all of them.
    pub(super) fn exact(&self, colour: Rgb) -> u8 {
        let nearest = self.colours.iter().enumerate().min_by_key(|(_, known)| known.distance(colour));
        nearest.and_then(|(index, _)| u8::try_from(index).ok()).unwrap_or(0)
    }

    /// The index of a near colour, fast: colours that differ in their last three bits are one.
    pub(super) fn near(&self, colour: Rgb) -> u8 {
        let [red, green, blue] = colour.0.map(|channel| usize::from(channel >> 3));
        let bin = &self.nearest[red << 10 | green << 5 | blue];
        let known = bin.load(Ordering::Relaxed);
        if known != UNKNOWN {
            return known.to_le_bytes()[0];
        }
        let index = self.exact(colour);
        bin.store(index.into(), Ordering::Relaxed);
        index
    }

    /// Red, green and blue of every colour in turn, as PNG and GIF want them.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|colour| colour.0).collect()
    }
}

/// Colours that pictures of a scene are made of.
#[derive(Default)]
struct Wanted {
    /// Colours of areas: kept as they are.
    flat: BTreeSet<Rgb>,
    /// Colours of edges: kept as far as there is room.
    edge: BTreeSet<Rgb>,
}

impl Wanted {
    fn flat(&mut self, colour: Rgb) {
        self.flat.insert(colour);
    }

    /// The edge between two areas.
    fn ramp(&mut self, from: Rgb, to: Rgb, steps: u8) {
        self.edge.extend((1..steps).map(|step| from.under(to, 255 / steps * step)));
    }

    /// Picks the colours farthest from those picked before (Gonzalez 1985), so that the worst error is small.
    fn pick(self) -> Palette {
        let mut colours: Vec<Rgb> = self.flat.into_iter().take(Palette::MOST).collect();
        let mut left: Vec<(u32, Rgb)> = self
            .edge
            .into_iter()
            .map(|edge| (colours.iter().map(|known| known.distance(edge)).min().unwrap_or(u32::MAX), edge))
            .collect();
        while colours.len() < Palette::MOST {
            let Some(&(distance, farthest)) = left.iter().max() else { break };
            if distance == 0 {
                break;
            }
            colours.push(farthest);
            for (nearest, edge) in &mut left {
                *nearest = (*nearest).min(edge.distance(farthest));
            }
        }
        let nearest = (0..1 << 15).map(|_| AtomicU16::new(UNKNOWN)).collect();
        Palette { colours, nearest }
    }
}

fn board(theme: Theme, ground: Ground) -> Wanted {
    let colours = theme.colours();
    let mut wanted = panel(theme);
    let paints: &[Paint] = match ground {
        Ground::Holes => &[Paint::Red, Paint::Yellow],
        _ => &[Paint::White, Paint::Black],
    };
    let mut grounds = Vec::new();
    for backdrop in Backdrop::all() {
        grounds.extend(backdrop.areas(theme, ground));
    }
    grounds.sort_unstable();
    grounds.dedup();
    let mut stack = grounds.clone();
    for paint in paints {
        let piece = theme.colouring(*paint);
        stack.extend([piece.body, piece.shade]);
        for area in [piece.body, piece.shade, piece.rim, piece.line] {
            wanted.flat(area);
        }
        wanted.ramp(piece.body, piece.rim, 10);
        wanted.ramp(piece.shade, piece.rim, 6);
        wanted.ramp(piece.body, piece.line, 8);
        wanted.ramp(piece.shade, piece.line, 4);
        wanted.ramp(piece.rim, piece.line, 4);
        for ground in &grounds {
            wanted.ramp(*ground, piece.rim, 8);
        }
        for dim in
            Backdrop::all().filter(|backdrop| backdrop.is_dim()).flat_map(|dim| dim.areas(theme, ground))
        {
            for area in [piece.body, piece.shade, piece.rim, piece.line] {
                let veiled = dim.under(area, Backdrop::DIM_OPACITY);
                wanted.flat(veiled);
                wanted.ramp(dim, veiled, 4);
            }
        }
    }
    for area in &stack {
        for (ink, opacity, steps) in [
            (colours.legal, LEGAL_OPACITY, 3),
            (colours.mark, MARK_OPACITY, 4),
            (colours.arrow, ARROW_OPACITY, 4),
        ] {
            let inked = area.under(ink, opacity);
            wanted.edge.insert(inked);
            wanted.ramp(*area, inked, steps);
        }
    }
    for ground in grounds {
        wanted.flat(ground);
        if colours.print {
            wanted.ramp(ground, colours.light, 4);
        }
    }
    if let Some(hatch) = colours.hatch {
        wanted.ramp(colours.light, hatch, 8);
    }
    wanted.ramp(colours.holes, colours.hole, 6);
    if ground == Ground::Holes {
        // The shell and the spark of a bomb.
        for paint in paints {
            wanted.ramp(theme.colouring(*paint).body, rgb(0x1c1917), 6);
            wanted.ramp(theme.colouring(*paint).body, rgb(0xffb52e), 3);
        }
        wanted.flat(rgb(0x1c1917));
        wanted.flat(rgb(0xffb52e));
        wanted.ramp(rgb(0x1c1917), rgb(0xfffdf6), 6);
    }
    wanted
}

fn table(theme: Theme) -> Wanted {
    let colours = theme.colours();
    let mut wanted = panel(theme);
    wanted.flat(MEDAL_INK);
    for medal in MEDALS {
        wanted.flat(medal);
        wanted.ramp(medal, MEDAL_INK, 8);
        wanted.ramp(colours.frame, medal, 5);
        wanted.ramp(colours.faint, medal, 5);
    }
    wanted.ramp(colours.faint, colours.arrow, 10);
    wanted
}

fn panel(theme: Theme) -> Wanted {
    let colours = theme.colours();
    let mut wanted = Wanted::default();
    for area in [colours.frame, colours.ink, colours.faint, colours.arrow, colours.light, colours.dark] {
        wanted.flat(area);
    }
    wanted.ramp(colours.frame, colours.ink, 10);
    wanted.ramp(colours.frame, colours.arrow, 10);
    wanted.ramp(colours.frame, colours.faint, 4);
    wanted.ramp(colours.faint, colours.ink, 8);
    for paint in [Paint::White, Paint::Black, Paint::Red, Paint::Yellow] {
        let piece = theme.colouring(paint);
        wanted.ramp(colours.frame, piece.body, 5);
        wanted.ramp(colours.frame, piece.rim, 3);
    }
    wanted
}
