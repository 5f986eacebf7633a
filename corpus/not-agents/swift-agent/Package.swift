// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "swift-agent",
    dependencies: [.package(url: "https://github.com/MacPaw/OpenAI.git", from: "0.4.0")],
    targets: [.executableTarget(name: "Agent", dependencies: ["OpenAI"])]
)
