fn allow(user: &User, message: &Message) -> bool {
    user.has_permission("write") // expect: authorization-check
}

fn instructions(messages: &[Message]) -> bool {
    messages.iter().any(|message| message.has_role(Role::System)) // ok: authorization-check
}
