//! A command line as the shell splits it.

/// Words that are looked at.
const MOST: usize = 2_000;

/// The simple commands of a line, each as its words. Redirections and what the shell expands stay as written.
pub(super) fn commands(text: &str) -> Vec<Vec<String>> {
    let mut out = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut count = 0;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                while let Some(inner) = chars.next_if(|inner| *inner != c) {
                    let escaped = c == '"' && inner == '\\' && matches!(chars.peek(), Some('"' | '\\'));
                    word.extend(if escaped { chars.next() } else { Some(inner) });
                }
                chars.next();
            }
            '\\' => match chars.next() {
                Some('\n') | None => {}
                Some(escaped) => word.get_or_insert_default().push(escaped),
            },
            '#' if word.is_none() => while chars.next_if(|c| *c != '\n').is_some() {},
            ';' | '&' | '|' | '\n' | '(' | ')' => {
                count += end(&mut word, &mut out);
                if out.last().is_some_and(|command| !command.is_empty()) {
                    out.push(Vec::new());
                }
            }
            c if c.is_whitespace() => count += end(&mut word, &mut out),
            c => word.get_or_insert_default().push(c),
        }
        if count > MOST {
            break;
        }
    }
    end(&mut word, &mut out);
    out.retain(|command| !command.is_empty());
    out
}

fn end(word: &mut Option<String>, out: &mut [Vec<String>]) -> usize {
    let (Some(word), Some(command)) = (word.take(), out.last_mut()) else { return 0 };
    command.push(word);
    1
}

#[cfg(test)]
mod tests {
    use super::commands;

    #[test]
    fn splits() {
        for (line, expected) in [
            ("python -m app", vec![vec!["python", "-m", "app"]]),
            ("cd x && A=1 node 'a b.js' # note", vec![vec!["cd", "x"], vec!["A=1", "node", "a b.js"]]),
            ("a | b; c\nd &", vec![vec!["a"], vec!["b"], vec!["c"], vec!["d"]]),
            ("sh -c \"python \\\"x\\\" y\"", vec![vec!["sh", "-c", "python \"x\" y"]]),
            ("a \\\n b", vec![vec!["a", "b"]]),
            ("(a) ''", vec![vec!["a"], vec![""]]),
            ("'open", vec![vec!["open"]]),
            ("", vec![]),
        ] {
            assert_eq!(commands(line), expected, "{line}");
        }
    }
}
