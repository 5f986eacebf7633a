#[derive(clap::Parser)]
struct Cli {
    #[arg(long, default_value_t = true)]
    auto_approve: bool, // expect: approval-off-default
    #[arg(long)]
    yolo: bool, // ok: approval-off-default
}
