extension IndexFile {
  /// Parses version 4's entries, each of which shares a prefix with the previous name, into the longer form.
  mutating func readPrefixed(_ file: [UInt8], count: Int, end: Int, position: inout Int) throws(Failure) {
    var name: [UInt8] = []
    for _ in 0..<count {
      guard position + 62 < end else { throw .damaged }
      let fixed = file[position + 60] & 0x40 != 0 ? 64 : 62
      let start = position
      position += fixed
      // git's offset encoding: seven bits a byte, plus one for each further byte.
      var drop = Int(file[position] & 0x7F)
      while file[position] & 0x80 != 0 {
        position += 1
        guard position < end, drop < 1 << 20 else { throw .damaged }
        drop = (drop + 1) << 7 | Int(file[position] & 0x7F)
      }
      position += 1
      guard drop <= name.count else { throw .damaged }
      name.removeLast(drop)
      while position < end, file[position] != 0 {
        name.append(file[position])
        position += 1
      }
      guard position < end else { throw .damaged }
      position += 1
      starts.append(bytes.count)
      Self.appendEntry(fixed: file[start..<(start + fixed)], name: name, to: &bytes)
    }
  }

  /// Appends the entries in version 4's form.
  func appendPrefixed(to file: inout [UInt8]) {
    var last: ArraySlice<UInt8> = []
    for position in 0..<count {
      let entry = bytes[starts[position]..<starts[position + 1]]
      let name = self.name(at: position)
      file.append(contentsOf: entry[entry.startIndex..<name.startIndex])
      let shared = zip(last, name).prefix { $0 == $1 }.count
      var drop = last.count - shared
      var digits = [UInt8(drop & 0x7F)]
      drop >>= 7
      while drop > 0 {
        drop -= 1
        digits.insert(UInt8(0x80 | (drop & 0x7F)), at: 0)
        drop >>= 7
      }
      file.append(contentsOf: digits)
      file.append(contentsOf: name.dropFirst(shared))
      file.append(0)
      last = name
    }
  }

  /// Appends an entry with its padding.
  static func appendEntry(fixed: some Collection<UInt8>, name: some Collection<UInt8>, to bytes: inout [UInt8]) {
    let length = (fixed.count + name.count + 8) & ~7
    bytes.append(contentsOf: fixed)
    bytes.append(contentsOf: name)
    bytes.append(contentsOf: repeatElement(0, count: length - fixed.count - name.count))
  }
}
