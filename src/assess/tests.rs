use super::*;

/// Debug harness
#[test]
fn debug_repository() {
    use crate::{
        detect::BaseTexts,
        evidence::{Scope, Tally},
        facts::{self, FactBase, ReadOptions},
        source::{Entry, OpenOptions, RepoPath, Snapshot, Target, Unread},
    };
    let Some(spec) = std::env::var_os("DEBUG_REPO") else { return };
    let spec = spec.into_string().unwrap();
    let rulebook = Rulebook::load(None).unwrap_or_else(|e| panic!("{e}"));
    struct Count<'a>(&'a crate::evidence::SearchSet);
    impl facts::CountHits for Count<'_> {
        fn wants(&self, path: &RepoPath) -> bool {
            self.0.wants(path)
        }
        fn counts(&self, path: &RepoPath, bytes: &[u8]) -> Vec<(usize, u64)> {
            self.0.counts(path, bytes)
        }
    }
    let searches = SearchPlan::new(&rulebook).unwrap();
    let plan = Plan::new(&rulebook);
    for one in spec.split_whitespace() {
        let parts: Vec<&str> = one.split('@').collect();
        let (path, rev, sub) = (parts[0], parts[1], parts.get(2).copied().filter(|s| *s != "-"));
        let target = Target::parse(path, Some(rev), sub).unwrap();
        let snapshot = match Snapshot::open(&target, &OpenOptions::default()) {
            Ok(s) => s,
            Err(e) => {
                println!("ERROR {path} {e}");
                continue;
            }
        };
        let start = std::time::Instant::now();
        let open = || snapshot.reader().map(|r| move |e: &Entry, m: u64| r.read(e, m)).map_err(|e| e.to_string());
        let count = Count(&searches.set);
        let keep = |p: &str| plan.wants_text(p);
        let sub = sub.unwrap_or("");
        let options = ReadOptions { base: sub, rules: &rulebook.scope, searches: Some(&count), keep_text: &keep };
        let base: FactBase = facts::read(snapshot.entries(), open, &options).unwrap();
        let read_time = start.elapsed();
        let mut tally = Tally::default();
        for (p, c) in &base.hits {
            tally.add(p.clone(), c.clone());
        }
        let scope = if sub.is_empty() {
            Scope::everything()
        } else {
            Scope::folders(&[RepoPath::new(sub.as_bytes())]).unwrap()
        };
        let counted = searches.counted(&tally, &scope);
        let paths: Vec<RepoPath> = snapshot.entries().iter().map(|e| e.path.clone()).collect();
        let reading = Reading::of(&base, &paths, &scope);
        let reader = std::sync::Mutex::new(snapshot.reader().unwrap());
        let read = |e: &Entry, m: u64| -> std::result::Result<Vec<u8>, Unread> { reader.lock().unwrap().read(e, m) };
        let texts = BaseTexts { base: &base, read: &read };
        let inputs: Vec<Input> = base.files.iter().map(Input::from).collect();
        let start = std::time::Instant::now();
        let signals = detect::detect(&plan, &inputs, &texts);
        let detect_time = start.elapsed();
        let tools = inputs
            .iter()
            .filter(|i| i.in_scope && i.context == Context::Product)
            .map(|i| i.facts.tools.len() as u64)
            .sum();
        let start = std::time::Instant::now();
        let result = assess(&rulebook, &signals, tools, &reading, &counted, &Options::default());
        let assess_time = start.elapsed();
        println!(
            "== {path} {sub} files {} signals {} tools {tools} read {read_time:?} detect {detect_time:?} assess {assess_time:?} unread {:?}",
            base.files.len(),
            signals.len(),
            reading.unread
        );
        match result {
            Err(e) => println!("FAILED {e}"),
            Ok(Result::NoAgent(n)) => println!("NOAGENT {:?}", n.searches.iter().map(|s| s.hits).collect::<Vec<_>>()),
            Ok(Result::Assessed(a)) => {
                println!("KIND {:?} {}", a.kind, a.kind_reason);
                println!("HEAD {}", a.headline);
                let surface: Vec<String> = a.surface.iter().map(|(c, p)| format!("{c:?}={p:?}")).collect();
                println!("SURFACE {}", surface.join(" "));
                let (mut code, mut all) = (0, 0);
                for c in &a.criteria {
                    match &c.outcome {
                        Outcome::Absent(e) => println!("{} SA {} [{}]", c.id, c.summary, e.len()),
                        Outcome::NotAssessed { finding, .. } => println!("{} NA {finding}", c.id),
                        Outcome::Scored { default, alt } => {
                            let l: String = default.parameters.iter().map(|p| p.level.get().to_string()).collect();
                            let cap = default.cap.as_ref().map(|c| crate::rulebook::cap_name(c.id)).unwrap_or_default();
                            let altl = alt
                                .as_ref()
                                .map(|m| m.parameters.iter().map(|p| p.level.get().to_string()).collect::<String>());
                            println!("{} {l} {cap} alt {altl:?} | {}", c.id, c.summary);
                            for p in &default.parameters {
                                all += 1;
                                code += usize::from(
                                    p.evidence.iter().any(|e| matches!(e, crate::evidence::Evidence::Code(_))),
                                );
                                if std::env::var_os("DEBUG_LONG").is_some() {
                                    println!("   L{} {} || GAP {:?}", p.level.get(), p.finding, p.gap);
                                    for e in &p.evidence {
                                        println!("       {e:?}");
                                    }
                                    for r in &p.chain {
                                        println!(
                                            "       {} {:?} {} {:?}",
                                            r.level,
                                            r.verdict,
                                            r.condition,
                                            r.places.first()
                                        );
                                    }
                                }
                            }
                        }
                    }
                }
                println!(
                    "CODE {code}/{all} FIXES {} LIMITS {} CATEGORY {} TWO {} / {} / {} {}",
                    a.fixes.len(),
                    a.limitations.len(),
                    a.category,
                    a.rule_of_two.untrusted_input,
                    a.rule_of_two.sensitive_data,
                    a.rule_of_two.state_change_or_egress,
                    a.rule_of_two.same_session
                );
            }
        }
    }
}
