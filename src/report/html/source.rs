//! An excerpt of cited code: numbered, coloured, the cited lines marked.

use std::fmt::Write;

use crate::{
    card::{Excerpt, lines_of},
    syntax::{Colour, Language, colours},
    text::html::escape,
};

/// A figure with the lines; `cited` is `N` or `N-M`.
pub(super) fn figure(excerpt: &Excerpt, cited: &str) -> String {
    let text = excerpt.lines.iter().map(|line| line.replace('\t', "    ")).collect::<Vec<_>>().join("\n");
    let language = Language::detect(&excerpt.file, text.as_bytes());
    let colours = colours(language, &text);
    let cited = lines_of(cited);
    let mut out = String::from("<figure class=\"src\"><pre tabindex=\"0\"><code>");
    let mut at = 0;
    let mut next = 0;
    for (number, line) in (excerpt.first..).zip(text.split('\n')) {
        let hit = cited.is_some_and(|span| span.start <= number && number <= span.end);
        let _ = write!(out, "<span class=\"l{}\"><span class=\"no\">{number}</span>", if hit { " hit" } else { "" });
        let end = at + line.len();
        while next < colours.len() && colours[next].0.end <= at {
            next += 1;
        }
        let mut from = at;
        for (range, colour) in colours[next..].iter().take_while(|(range, _)| range.start < end) {
            let (start, stop) = (range.start.max(from), range.end.min(end));
            if start < stop {
                out.push_str(&escape(&text[from..start]));
                let _ = write!(out, "<span class=\"{}\">{}</span>", class(*colour), escape(&text[start..stop]));
                from = stop;
            }
        }
        out.push_str(&escape(&text[from..end]));
        out.push_str("</span>");
        at = end + 1;
    }
    out + "</code></pre></figure>"
}

fn class(colour: Colour) -> &'static str {
    match colour {
        Colour::Comment => "c",
        Colour::Function => "f",
        Colour::Keyword => "k",
        Colour::Number => "n",
        Colour::String => "s",
        Colour::Type => "t",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_marked_and_escaped() {
        let lines = ["x = \"</script><b>\"", "# ü \u{202e}", "y = 3"].map(str::to_owned).to_vec();
        let html = figure(&Excerpt { file: "a.py".to_owned(), first: 7, lines, cited: None, mark: None }, "8-9");
        assert_eq!(html.matches("class=\"l hit\"").count(), 2, "{html}");
        assert!(
            html.contains(
                "<span class=\"no\">7</span>x = <span class=\"s\">&quot;&lt;/script&gt;&lt;b&gt;&quot;</span>"
            ),
            "{html}"
        );
        assert!(html.contains("<span class=\"c\"># ü \\u{202e}</span>"), "{html}");
    }

    #[test]
    fn a_string_over_lines_is_coloured_on_each() {
        let lines = ["\"\"\"one", "two", "three\"\"\""].map(str::to_owned).to_vec();
        let html = figure(&Excerpt { file: "a.py".to_owned(), first: 1, lines, cited: None, mark: None }, "1");
        assert_eq!(html.matches("<span class=\"s\">").count(), 3, "{html}");
    }
}
