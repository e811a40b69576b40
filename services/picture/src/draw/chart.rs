use resvg::tiny_skia::{FillRule, LineCap, LineJoin, Path, PathBuilder, Stroke};

use super::canvas::Canvas;
use super::check::{count, size, text, verdict};
use super::overlay::{disc, rasterise};
use super::palette::{Palette, Scene};
use super::text::{Font, Typesetter};
use super::{Fault, Refused, Style, check};

/// A rating over time.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    pub title: String,
    /// In order of time, at least one.
    pub points: Vec<ChartPoint>,
    /// Words below the first and the last point, such as dates.
    pub first_label: String,
    pub last_label: String,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChartPoint {
    /// In any unit: only the proportions are seen.
    pub time: f64,
    pub value: f64,
}

const MOST_POINTS: usize = 4096;
/// Beyond this a value is not a rating and would not fit beside the axis.
const MOST_VALUE: f64 = 1e6;

pub(super) fn check(chart: &Chart, style: &Style) -> Result<(), Refused> {
    let mut faults = Vec::new();
    size(style.size, check::MOST_SIZE, &mut faults);
    count("points", chart.points.len(), MOST_POINTS, &mut faults);
    for words in [&chart.title, &chart.first_label, &chart.last_label] {
        text(words, &mut faults);
    }
    if chart.points.is_empty() {
        faults.push(Fault::None { what: "points" });
    }
    let mut before = f64::NEG_INFINITY;
    for (point, ChartPoint { time, value }) in chart.points.iter().enumerate() {
        if !time.is_finite() || *time < before || !(-MOST_VALUE..=MOST_VALUE).contains(value) {
            faults.push(Fault::Point { point });
            break;
        }
        before = *time;
    }
    verdict(faults)
}

pub(super) fn draw(chart: &Chart, style: &Style, typesetter: &Typesetter) -> Canvas {
    let colours = style.theme.colours();
    let width = usize::from(style.size);
    let height = width / 2;
    let unit = width as f32 / 720.0;
    let mut canvas = Canvas::new(width, height, colours.frame, Palette::of(style.theme, Scene::Panel));
    let (title, label) = (Font::bold((30.0 * unit) as usize), Font::regular((24.0 * unit) as usize));
    let plot = Plot::new(chart, width as f32, height as f32, unit);

    let latest = chart.points.last().map(|point| format!("{:.0}", point.value)).unwrap_or_default();
    let margin = 20.0 * unit;
    let latest_at = width as f32 - margin - typesetter.width(&latest, title);
    let words = typesetter.fitted(&chart.title, title, latest_at - 2.0 * margin);
    typesetter.write(&mut canvas, margin, 42.0 * unit, &words, title, colours.ink);
    typesetter.write(&mut canvas, latest_at, 42.0 * unit, &latest, title, colours.arrow);

    for tick in plot.ticks() {
        let y = plot.y(tick);
        canvas.fill(
            plot.left as usize,
            y as usize,
            (plot.right - plot.left) as usize,
            unit.ceil() as usize,
            colours.faint,
        );
        let words = format!("{tick:.0}");
        let x = plot.left - 10.0 * unit - typesetter.width(&words, label);
        typesetter.write(&mut canvas, x, y + label.capital() / 2.0, &words, label, colours.ink);
    }
    let half = (plot.right - plot.left) / 2.0 - margin;
    let base = height as f32 - 16.0 * unit;
    let first = typesetter.fitted(&chart.first_label, label, half);
    typesetter.write(&mut canvas, plot.left, base, &first, label, colours.ink);
    let last = typesetter.fitted(&chart.last_label, label, half);
    let last_at = plot.right - typesetter.width(&last, label);
    typesetter.write(&mut canvas, last_at, base, &last, label, colours.ink);

    let ink = |canvas: &mut Canvas, path: Option<Path>, opacity| {
        let cover = rasterise(width, height, path.as_ref(), FillRule::Winding);
        canvas.ink(0, 0, &cover, colours.arrow, opacity);
    };
    ink(&mut canvas, plot.area(chart), 50);
    ink(&mut canvas, plot.line(chart, 4.0 * unit), u8::MAX);
    if let Some(point) = chart.points.last() {
        let px = (16.0 * unit) as usize;
        let (x, y) = (plot.x(point.time) as i32, plot.y(point.value) as i32);
        canvas.ink(x - px as i32 / 2, y - px as i32 / 2, &disc(px), colours.ink, u8::MAX);
    }
    canvas
}

/// From times and values to pixels.
struct Plot {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    times: (f64, f64),
    values: (f64, f64),
    step: f64,
}

impl Plot {
    fn new(chart: &Chart, width: f32, height: f32, unit: f32) -> Plot {
        let values = chart.points.iter().map(|point| point.value);
        let (least, most) =
            values.fold((f64::MAX, f64::MIN), |(least, most), value| (least.min(value), most.max(value)));
        let step = nice_step((most - least).max(40.0) / 3.0);
        let times = (chart.points.first(), chart.points.last());
        Plot {
            left: 92.0 * unit,
            right: width - 26.0 * unit,
            top: 66.0 * unit,
            bottom: height - 52.0 * unit,
            times: (times.0.map_or(0.0, |point| point.time), times.1.map_or(1.0, |point| point.time)),
            values: ((least / step).floor() * step, ((most / step).floor() + 1.0) * step),
            step,
        }
    }

    /// A single moment is drawn at the right.
    fn x(&self, time: f64) -> f32 {
        // Halves, because the whole span of two finite times may not be finite.
        let since = |time: f64| time / 2.0 - self.times.0 / 2.0;
        let span = since(self.times.1);
        let part = if span > 0.0 { (since(time) / span).clamp(0.0, 1.0) } else { 1.0 };
        self.left + (self.right - self.left) * part as f32
    }

    fn y(&self, value: f64) -> f32 {
        let part = (value - self.values.0) / (self.values.1 - self.values.0);
        self.bottom - (self.bottom - self.top) * part as f32
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.values.1 - self.values.0) / self.step).round() as u32;
        let (least, step) = (self.values.0, self.step);
        (0..=count.min(12)).map(move |tick| least + step * f64::from(tick))
    }

    fn trace(&self, chart: &Chart) -> PathBuilder {
        let mut path = PathBuilder::new();
        for (index, point) in chart.points.iter().enumerate() {
            let (x, y) = (self.x(point.time), self.y(point.value));
            if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
        path
    }

    fn line(&self, chart: &Chart, width: f32) -> Option<Path> {
        let stroke =
            Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        self.trace(chart).finish()?.stroke(&stroke, 1.0)
    }

    fn area(&self, chart: &Chart) -> Option<Path> {
        let mut path = self.trace(chart);
        path.line_to(self.right, self.bottom);
        path.line_to(self.x(chart.points.first()?.time), self.bottom);
        path.close();
        path.finish()
    }
}

/// 1, 2 or 5 times a power of ten, at least as large.
fn nice_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= rough).unwrap_or(10.0);
    factor * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_numbers() {
        assert_eq!([13.3, 20.0, 21.0, 70.0].map(nice_step), [20.0, 20.0, 50.0, 100.0]);
    }
}
