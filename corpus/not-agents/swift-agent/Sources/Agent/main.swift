import Foundation
import OpenAI

let task = CommandLine.arguments.dropFirst().joined(separator: " ")
guard let token = ProcessInfo.processInfo.environment["OPENAI_API_KEY"] else { fatalError("OPENAI_API_KEY is not set") }
let shell = ShellTool(folder: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
print(try await Agent(client: OpenAI(apiToken: token), shell: shell).run(task))
