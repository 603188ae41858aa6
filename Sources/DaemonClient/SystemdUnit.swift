internal import Values

/// The systemd user unit of one workspace's daemon.
package enum SystemdUnit {
  /// Returns the unit's file name for a folder, such as `stet-home-ann-Stet.service`.
  ///
  /// The path is escaped as by `systemd-escape --path`, so that different folders never share a unit. A name longer
  /// than the 255 bytes that systemd allows is cut and ends in a hash of the whole name.
  ///
  /// - Parameter directory: the folder, absolute, without a `/` at its end.
  package static func name(directory: String) -> String {
    var escaped = ""
    for byte in directory.utf8.drop(while: { $0 == UInt8(ascii: "/") }) {
      switch byte {
      case UInt8(ascii: "/"): escaped += "-"
      case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      default: escaped += hexadecimal(byte)
      }
    }
    if escaped.utf8.count > 220 { escaped = "\(escaped.prefix(200))-\(String(FNV1a(directory.utf8).value, radix: 16))" }
    return "stet-\(escaped).service"
  }

  /// Returns the unit's text.
  ///
  /// The unit stops within five seconds: the daemon finishes its present work on SIGTERM, and its git and ssh children
  /// end with it. A start that fails is repeated every five seconds without an end: a folder on another disk may be
  /// mounted long after the login. A daemon that lost its lock or its folder is started again in the same way.
  ///
  /// - Parameters:
  ///   - binary: the program, absolute.
  ///   - directory: the folder, absolute.
  package static func text(binary: String, directory: String) -> String {
    """
    [Unit]
    Description=Stet, recording \(quoted(directory))
    StartLimitIntervalSec=0

    [Service]
    Type=exec
    ExecStart=\(quoted(binary)) -C \(quoted(directory)) start --foreground
    Restart=on-failure
    RestartSec=5
    KillSignal=SIGTERM
    KillMode=mixed
    TimeoutStopSec=5

    [Install]
    WantedBy=default.target

    """
  }

  /// Returns one word of a unit file: in quotes, with all characters escaped that are special to systemd inside them.
  private static func quoted(_ text: String) -> String {
    var word = "\""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "%"): word += "%%"
      case UInt8(ascii: "$"): word += "$$"
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x7F...: word += hexadecimal(byte)
      default: word.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return word + "\""
  }

  /// Returns a byte as systemd's `\xNN`.
  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16)
  }
}
