import Foundation
import OpenAI

struct Agent {
    let client: OpenAI
    let shell: ShellTool
    var maxSteps = 12

    func run(_ task: String) async throws -> String {
        var messages: [ChatQuery.ChatCompletionMessageParam] = [.user(.init(content: .string(task)))]
        for _ in 0..<maxSteps {
            let query = ChatQuery(messages: messages, model: .gpt4_o_mini, tools: [shell.declaration])
            guard let answer = try await client.chats(query: query).choices.first?.message else { break }
            guard let calls = answer.toolCalls, !calls.isEmpty else { return answer.content ?? "" }
            for call in calls {
                let output = shell.run(call.function.arguments)
                messages.append(.tool(.init(content: .textContent(output), toolCallId: call.id)))
            }
        }
        return "no answer after \(maxSteps) steps"
    }
}
