import Models
import Values

/// Streams as the providers document them.
enum Streams {
  /// Returns a stream of the Messages API: each event is named by its type.
  static func anthropic(_ documents: [String]) -> String {
    documents.map { document in
      let type = JSONValue(line: Array(document.utf8))?["type"]?.text ?? "?"
      return "event: \(type)\ndata: \(document)\n\n"
    }.joined()
  }

  /// Returns a stream of chat completion chunks, without `[DONE]`.
  static func openAI(_ documents: [String]) -> String { documents.map { "data: \($0)\n\n" }.joined() }

  /// An answer with text, a tool's call and cached input.
  static let anthropicTool = anthropic([
    #"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-test-1","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":472,"cache_creation_input_tokens":100,"cache_read_input_tokens":50,"output_tokens":2}}}"#,
    #"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
    #"{"type":"ping"}"#,
    #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Let me "}}"#,
    #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"look."}}"#,
    #"{"type":"content_block_stop","index":0}"#,
    #"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1","name":"read_file","input":{}}}"#,
    #"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":""}}"#,
    #"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"path\":"}}"#,
    #"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":" \"a.md\"}"}}"#,
    #"{"type":"content_block_stop","index":1}"#,
    #"{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":89}}"#,
    #"{"type":"message_stop"}"#,
  ])

  /// The same answer as chat completion chunks.
  static let openAITool = openAI([
    #"{"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-test-1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"x"}"#,
    #"{"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-test-1","choices":[{"index":0,"delta":{"content":"Let me "},"finish_reason":null}]}"#,
    #"{"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-test-1","choices":[{"index":0,"delta":{"content":"look."},"finish_reason":null}]}"#,
    #"{"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-test-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"read_file","arguments":""}}]},"finish_reason":null}]}"#,
    #"{"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-test-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"path\":"}}]},"finish_reason":null}]}"#,
    #"{"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-test-1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":" \"a.md\"}"}}]},"finish_reason":null}]}"#,
    #"{"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-test-1","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#,
    #"{"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-test-1","choices":[],"usage":{"prompt_tokens":522,"completion_tokens":89,"total_tokens":611,"prompt_tokens_details":{"cached_tokens":50}}}"#,
    "[DONE]",
  ])

  /// A stream that was read.
  struct Read {
    var events: [ModelEvent] = []
    var answer: ModelAnswer
    /// The fault of an incomplete answer.
    var fault: ModelFault?
  }

  /// Reads a stream in pieces of a length.
  static func read(
    _ text: String, _ kind: Provider.Kind, output: AgentOutput = .json, step: Int = .max, cut: ModelFault? = nil
  ) -> Read {
    var reader = AnswerReader(Provider(name: "p", kind: kind, output: output))
    var events: [ModelEvent] = []
    var fault: ModelFault?
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, fault == nil, !reader.isComplete {
      fault = reader.take(Array(rest.prefix(step)), &events)
      rest = rest.dropFirst(step)
    }
    if fault == nil { fault = reader.end(cut, &events) }
    return Read(events: events, answer: reader.parts.answer(price: nil, fault: fault), fault: fault)
  }
}
