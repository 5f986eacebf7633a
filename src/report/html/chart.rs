//! Charts as SVG. Colours and sizes are classes and attributes; pages allow no inline style.

use std::fmt::Write;

use crate::score::Millis;

/// Score and raw of one criterion on a line from 0 to 1, with the place where a cap ends.
pub fn bar(score: f64, raw: f64, cap: Option<f64>) -> String {
    let width = |value: f64| (value.clamp(0.0, 1.0) * 200.0).round();
    let mut svg = String::from(
        "<svg class=\"bar\" viewBox=\"0 0 200 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"track\" width=\"200\" height=\"8\"/>",
    );
    if raw > score {
        let _ = write!(svg, "<rect class=\"ghost\" width=\"{}\" height=\"8\"/>", width(raw));
    }
    let _ = write!(svg, "<rect class=\"fill\" width=\"{}\" height=\"8\"/>", width(score));
    if let Some(cap) = cap {
        let _ = write!(svg, "<rect class=\"capline\" x=\"{}\" width=\"1.5\" height=\"8\"/>", width(cap));
    }
    svg + "</svg>"
}

/// Totals over time: one point for each, labelled; `totals` are in order, 0 to 10.
pub fn history(totals: &[(String, f64)]) -> String {
    let (width, height, left, top, bottom) = (640.0, 170.0, 30.0, 12.0, 26.0);
    let step = (width - left - 20.0) / (totals.len().max(2) - 1) as f64;
    let x = |at: usize| left + 10.0 + step * at as f64;
    let y = |total: f64| top + (height - top - bottom) * (1.0 - total.clamp(0.0, 10.0) / 10.0);
    let words: Vec<String> = totals.iter().map(|(label, total)| format!("{label}: {total:.1}")).collect();
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Totals over time. {}\">",
        crate::text::html::escape(&words.join("; "))
    );
    for line in [0.0, 5.0, 10.0] {
        let _ = write!(
            svg,
            "<line class=\"axis\" x1=\"{left}\" x2=\"{width}\" y1=\"{0:.1}\" y2=\"{0:.1}\"/><text class=\"label\" x=\"0\" \
             y=\"{1:.1}\">{line:.0}</text>",
            y(line),
            y(line) + 4.0
        );
    }
    let points: Vec<String> =
        totals.iter().enumerate().map(|(at, (_, total))| format!("{:.1},{:.1}", x(at), y(*total))).collect();
    let _ = write!(svg, "<polyline class=\"line\" points=\"{}\"/>", points.join(" "));
    let every = totals.len().div_ceil(8).max(1);
    for (at, (label, total)) in totals.iter().enumerate() {
        let _ = write!(svg, "<circle class=\"fill\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\"/>", x(at), y(*total));
        if at % every == 0 {
            let anchor = if at == 0 {
                "start"
            } else if at + 1 == totals.len() {
                "end"
            } else {
                "middle"
            };
            let _ = write!(
                svg,
                "<text class=\"label\" text-anchor=\"{anchor}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x(at),
                height - 8.0,
                crate::text::html::escape(label)
            );
        }
    }
    svg + "</svg>"
}

/// How many of something have each score: bins of 0.10 from 0 to 1.
pub fn histogram(label: &str, scores: &[Millis]) -> String {
    let mut bins = [0_u32; 10];
    for score in scores {
        bins[(score.0 / 100).min(9) as usize] += 1;
    }
    columns(label, &bins, |at| format!("0.{at}"))
}

/// Columns with their counts above and names below.
pub fn columns(label: &str, counts: &[u32], name: impl Fn(usize) -> String) -> String {
    let (column, height) = (44, 96);
    let width = column * counts.len();
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let words: Vec<String> = counts.iter().enumerate().map(|(at, count)| format!("{}: {count}", name(at))).collect();
    let mut svg = format!(
        "<svg width=\"{width}\" height=\"{0}\" viewBox=\"0 0 {width} {0}\" role=\"img\" aria-label=\"{1}. {2}\">",
        height + 36,
        crate::text::html::escape(label),
        words.join("; ")
    );
    for (at, count) in counts.iter().enumerate() {
        let tall = (f64::from(*count) / f64::from(most) * f64::from(height)).round();
        let (x, middle) = (at * column, at * column + column / 2);
        let y = f64::from(height) + 16.0 - tall;
        let _ = write!(
            svg,
            "<rect class=\"fill\" x=\"{}\" y=\"{y}\" width=\"{}\" height=\"{tall}\" rx=\"2\"/>",
            x + 4,
            column - 8
        );
        let _ =
            write!(svg, "<text class=\"label\" text-anchor=\"middle\" x=\"{middle}\" y=\"{}\">{count}</text>", y - 4.0);
        let _ = write!(
            svg,
            "<text class=\"label\" text-anchor=\"middle\" x=\"{middle}\" y=\"{}\">{}</text>",
            height + 32,
            name(at)
        );
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_show_what_a_cap_takes() {
        let svg = bar(0.25, 0.45, Some(0.25));
        assert!(svg.contains("class=\"ghost\" width=\"90\"") && svg.contains("class=\"fill\" width=\"50\""), "{svg}");
        assert!(svg.contains("class=\"capline\" x=\"50\"") && !svg.contains("style="));
        assert!(!bar(0.25, 0.25, None).contains("ghost"));
    }

    #[test]
    fn every_score_falls_into_one_bin() {
        let scores: Vec<Millis> = (0..=40).map(|n| Millis(n * 25)).collect();
        let svg = histogram("C1", &scores);
        let counts = svg.split("aria-label=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        assert_eq!(counts, "C1. 0.0: 4; 0.1: 4; 0.2: 4; 0.3: 4; 0.4: 4; 0.5: 4; 0.6: 4; 0.7: 4; 0.8: 4; 0.9: 5");
    }

    #[test]
    fn labels_of_cards_are_escaped() {
        let svg = history(&[("<b>\"".to_owned(), 2.0), ("x".to_owned(), 4.5)]);
        assert!(svg.contains("&lt;b&gt;&quot;") && !svg.contains("<b>"), "{svg}");
    }
}
