use std::fs::write;
use tablero_picture::draw::*;
use tablero_picture::*;

fn fen(placement: &str) -> Diagram {
    let mut d = Diagram::empty(8, 8, Ground::Chequered);
    let mut i = 0;
    for c in placement.chars() {
        if c == '/' {
            continue;
        }
        if let Some(n) = c.to_digit(10) {
            i += n as usize;
            continue;
        }
        d.cells[i].piece =
            Some(format!("{}{}", if c.is_uppercase() { 'w' } else { 'b' }, c.to_ascii_uppercase()));
        i += 1;
    }
    d
}
fn main() {
    let s = Studio::new();
    let mut d = fen("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR");
    for (n, k) in [
        ("h5", MarkKind::LastMove),
        ("f7", MarkKind::LastMove),
        ("e8", MarkKind::Check),
        ("d4", MarkKind::Legal),
        ("e5", MarkKind::Legal),
        ("a3", MarkKind::Square),
        ("b8", MarkKind::Legal),
    ] {
        let cell = d.cell_named(n).unwrap();
        d.marks.push(Mark { cell, kind: k });
    }
    d.arrows.push(Arrow { from: d.cell_named("c4").unwrap(), to: d.cell_named("f7").unwrap() });
    d.arrows.push(Arrow { from: d.cell_named("g1").unwrap(), to: d.cell_named("f3").unwrap() });
    d.captions = vec![Caption::ToMove("black".into()), Caption::MateIn(3), Caption::MovesLeft(2)];
    for c in [56usize, 57, 49] {
        d.cells[c].dimmed = true;
    }
    for t in Theme::ALL {
        write(
            format!("/tmp/art/b-{}.png", t.name()),
            s.png(&d, &Style { theme: t, language: Language::Spanish, ..Style::default() }).unwrap(),
        )
        .unwrap();
    }
    write("/tmp/art/b-small.png", s.png(&d, &Style { size: 360, ..Style::default() }).unwrap()).unwrap();
    let mut big = Diagram::empty(16, 16, Ground::Plain);
    for i in 0..256 {
        if i % 3 != 0 {
            big.cells[i].piece = Some(if i % 7 < 3 { "x" } else { "o" }.into());
        }
    }
    big.captions =
        vec![Caption::ToMove("white".into()), Caption::Text("16 × 16, saltos: 1 · ¡ánimo, niño!".into())];
    write("/tmp/art/b16.png", s.png(&big, &Style { theme: Theme::Green, ..Style::default() }).unwrap())
        .unwrap();
    let mut boom = Diagram::empty(7, 7, Ground::Holes);
    boom.column_names = (1..8).map(|n| n.to_string()).collect();
    for (i, p) in [(45, "x"), (44, "o"), (46, "bomb-x"), (38, "bomb-o"), (39, "zz"), (37, "x")] {
        boom.cells[i].piece = Some(p.into());
    }
    boom.marks.push(Mark { cell: 37, kind: MarkKind::LastMove });
    boom.marks.push(Mark { cell: 30, kind: MarkKind::Legal });
    boom.captions = vec![Caption::ToMove("o".into())];
    write("/tmp/art/boom.png", s.png(&boom, &Style { theme: Theme::Blue, ..Style::default() }).unwrap())
        .unwrap();
    let chart = Chart {
        title: "ana".into(),
        points: (0..60)
            .map(|i| ChartPoint {
                time: i as f64,
                value: 1500.0 + 4.0 * i as f64 + 60.0 * (i as f64 * 0.5).sin(),
            })
            .collect(),
        first_label: "1 Jan".into(),
        last_label: "18 Nov".into(),
    };
    write("/tmp/art/chart.png", s.chart(&chart, &Style::default()).unwrap()).unwrap();
    let lb = Leaderboard {
        title: "♔ Mate in 3 · ranking".into(),
        columns: vec!["Rating".into(), "Solved".into(), "Time".into()],
        rows: (1..=10)
            .map(|r| Standing {
                rank: r,
                name: ["Ana", "José Ñandú", "Wolfeschlegelsteinhausenbergerdorff", "bob"][r as usize % 4]
                    .into(),
                values: vec![(2000 - r * 13).to_string(), (99 - r).to_string(), format!("0:{:02}", r * 5)],
                highlighted: r == 4,
            })
            .collect(),
    };
    write("/tmp/art/lb.png", s.leaderboard(&lb, &Style { theme: Theme::Blue, ..Style::default() }).unwrap())
        .unwrap();
}
