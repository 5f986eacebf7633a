const MAX_TURNS: usize = 50; // expect: step-cap

fn agent() {
    Agent::builder().max_steps(12).build(); // expect: step-cap
    Agent::builder().name("a").build(); // ok: step-cap
}
