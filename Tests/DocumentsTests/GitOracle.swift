import Glibc
import Testing

/// Stock git as the judge of what a text means to it.
enum GitOracle {
  /// What `git ARGUMENTS` prints for the text on its standard input.
  static func output(_ arguments: String, input: String) throws -> String {
    var template = Array("/tmp/stet-oracle-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    try #require(file >= 0)
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
      close(file)
      unlink(path)
    }
    let bytes = Array(input.utf8)
    try #require(write(file, bytes, bytes.count) == bytes.count)
    let pipe = try #require(popen("git \(arguments) < \(path)", "r"))
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      result += buffer[..<count]
    }
    try #require(pclose(pipe) == 0)
    return String(decoding: result, as: UTF8.self)
  }
}
