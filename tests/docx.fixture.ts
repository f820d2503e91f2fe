import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive of these files, compressed. */
export function zipped(files: Readonly<Record<string, string | Buffer>>): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text)
    const packed = deflateRawSync(bytes)
    // Version, flags, method, time and date, checksum, both sizes, the lengths of name and extra field.
    const common = Buffer.alloc(26)
    for (const [at, value] of [
      [0, 20],
      [4, 8],
      [22, name.length],
    ] as const)
      common.writeUInt16LE(value, at)
    for (const [at, value] of [
      [10, crc32(bytes)],
      [14, packed.length],
      [18, bytes.length],
    ] as const)
      common.writeUInt32LE(value, at)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...locals, directory, end]))
}

const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'

/** A Word document with this XML as its body. */
export const docx = (body: string | Buffer) =>
  zipped({
    '[Content_Types].xml': types,
    'word/document.xml': Buffer.concat([
      Buffer.from('<w:document><w:body>'),
      Buffer.from(body),
      Buffer.from('</w:body></w:document>'),
    ]),
  })
