import Glibc

/// A command line of this machine, without the person's own git configuration.
enum Shell {
  struct Result {
    var status: Int32
    var output: String
  }

  @discardableResult
  static func run(_ command: String) -> Result {
    let settings = "export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null HOME=/nonexistent LC_ALL=C; "
    guard let stream = popen(settings + command, "r") else { return Result(status: -1, output: "no pipe") }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      if count == 0 { break }
      output += buffer[..<count]
    }
    let status = pclose(stream)
    return Result(
      status: status & 0x7f == 0 ? status >> 8 & 0xff : 128, output: String(decoding: output, as: UTF8.self))
  }
}
