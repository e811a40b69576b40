//! `cargo run -p tablero-picture --example contact_sheet -- services/picture/contact-sheet.png`

use std::error::Error;

use tablero_picture::draw::{Studio, contact_sheet};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name the file to write")?;
    Ok(std::fs::write(path, contact_sheet(&Studio::new())?)?)
}
