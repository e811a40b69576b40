//! GIFs, read back with a decoder that composes the frames.

#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod boards;

use tablero_picture::draw::{Frame, Studio, Style};

/// The frames as a viewer shows them: red, green and blue of every pixel, and the delay.
fn shown(gif: &[u8]) -> Vec<(Vec<u8>, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(gif).unwrap();
    let width = usize::from(decoder.width());
    let mut screen = vec![0; width * usize::from(decoder.height()) * 3];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (index, pixel) in frame.buffer.chunks(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let (x, y) = (index % usize::from(frame.width), index / usize::from(frame.width));
            let at = (y + usize::from(frame.top)) * width + x + usize::from(frame.left);
            screen[at * 3..at * 3 + 3].copy_from_slice(&pixel[..3]);
        }
        frames.push((screen.clone(), frame.delay));
    }
    frames
}

fn still(png: &[u8]) -> Vec<u8> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels
}

#[test]
fn every_frame_shows_what_a_still_picture_shows() {
    let (studio, style) = (Studio::new(), Style { size: 300, ..Style::default() });
    let line = boards::line();
    let frames = shown(&studio.gif(&line, &style).unwrap());
    assert_eq!(frames.len(), 12);
    for (frame, (pixels, delay)) in line.iter().zip(frames) {
        assert!(pixels == still(&studio.png(&frame.diagram, &style).unwrap()));
        assert_eq!(u32::from(delay) * 10, frame.delay_ms);
    }
}

#[test]
fn a_frame_that_changes_nothing_keeps_its_time() {
    let frame = Frame { diagram: boards::othello(), delay_ms: 250 };
    let gif = Studio::new().gif(&[frame.clone(), frame], &Style { size: 200, ..Style::default() }).unwrap();
    let frames = shown(&gif);
    assert!(frames.len() == 2 && frames[0] == frames[1]);
}

#[test]
fn captions_may_come_and_go() {
    let mut without = boards::othello();
    without.captions.clear();
    let frames = [boards::othello(), without].map(|diagram| Frame { diagram, delay_ms: 100 });
    assert_eq!(shown(&Studio::new().gif(&frames, &Style::default()).unwrap()).len(), 2);
}
