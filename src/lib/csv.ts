/**
 * Spreadsheets run cells that start like this as formulas; a leading apostrophe makes them text, and is removed on
 * reading.
 */
const formula = /^'*[=+\-@\t\r]/
const number = /^-?\d+(\.\d+)?$/

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as CSV that Excel decodes correctly: UTF-8 with a byte order mark, CRLF, and formulas escaped. */
export const formatCsv = (rows: readonly (readonly unknown[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

/** The separator: comma, semicolon or tab, whichever is most frequent in the first line outside quotes. */
function separatorOf(text: string): string {
  const [first = ''] = text
    .replace(/"[^"]*"/g, '')
    .replace(/^[\r\n]+/, '')
    .split(/[\r\n]/)
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign
}

/** Decodes a spreadsheet's file: UTF-16 of either order by its byte order mark, valid UTF-8 as such, otherwise Windows-1252. */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Parses CSV as spreadsheets write it: with or without a byte order mark, any line ending, line breaks inside quotes.
 * Empty rows are kept, so that row numbers match those of the spreadsheet.
 */
export function parseCsv(source: string): string[][] {
  const [whole, said] = /^\uFEFF?(?:sep=(.)\r?\n)?/.exec(source) ?? ['']
  const separator = said ?? separatorOf(source.slice(whole.length))
  // Excel's line that names the separator stays as an empty row.
  const text = (said ? '\n' : '') + source.slice(whole.length)
  const rows: string[][] = []
  let row: string[] = []
  let value = ''
  let quoted = false
  const take = () => {
    row.push(formula.test(value) && value.startsWith("'") ? value.slice(1) : value)
    value = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign !== '"') value += sign
      else if (text[at + 1] === '"') value += text[++at]
      else quoted = false
    } else if (sign === '"' && value === '') quoted = true
    else if (sign === separator) take()
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at++
      take()
      rows.push(row)
      row = []
    } else value += sign
  }
  if (value !== '' || row.length) {
    take()
    rows.push(row)
  }
  return rows
}

let tellOfExport: (name: string) => void = () => {}
/** Has somebody told what is downloaded here, by the name of the file and how many rows it has. */
export const onExport = (tell: (name: string) => void): void => void (tellOfExport = tell)

/** Downloads text that was written here as a file, and tells of it, unless it is nothing but a header. */
export function downloadText(name: string, text: string, type?: string): void {
  saveText(name, text, type)
  const rows = text.trimEnd().split('\n').length - 1
  if (rows > 0) tellOfExport(name.endsWith('.csv') ? `${name}, ${rows} ${rows === 1 ? 'row' : 'rows'}` : name)
}

/** Saves text as a file. */
export function saveText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
