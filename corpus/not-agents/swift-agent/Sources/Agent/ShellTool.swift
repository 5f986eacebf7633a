import Foundation
import OpenAI

struct ShellTool {
    let folder: URL

    var declaration: ChatQuery.ChatCompletionToolParam {
        .init(function: .init(name: "shell", description: "Run a shell command in the current folder."))
    }

    func run(_ command: String) -> String {
        print("Run `\(command)`? [y/N] ", terminator: "")
        guard readLine()?.lowercased() == "y" else { return "The user said no." }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder
        process.standardOutput = pipe
        do { try process.run() } catch { return "could not be started: \(error)" }
        process.waitUntilExit()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}
