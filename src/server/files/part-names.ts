interface PartNames {
  readonly name: string
  /** Undefined for a part that is no file. */
  readonly filename: string | undefined
}

/** Browsers escape quotes and line ends of a name as %22, %0D and %0A, other clients a quote as `\\"`. */
const unquoted = (text: string) =>
  text.replaceAll('\\"', '"').replace(/%(22|0A|0D)/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

/**
 * The names in a part's Content-Disposition, in any script: browsers send them as bare UTF-8, which the grammar of
 * headers, and so the form's parser, does not know. `filename*` of RFC 5987 goes first.
 */
export function partNames(disposition: unknown): PartNames {
  const header = String(disposition ?? '')
  const quoted = (key: string) => new RegExp(`;\\s*${key}="((?:\\\\"|[^"])*)"`, 'i').exec(header)?.[1]
  const bare = (key: string) => new RegExp(`;\\s*${key}=([^";\\s]+)`, 'i').exec(header)?.[1]
  const read = (key: string) => {
    const text = quoted(key) ?? bare(key)
    return text === undefined ? undefined : unquoted(text)
  }
  const encoded = /;\s*filename\*=utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  return { name: read('name') ?? '', filename: (encoded && decoded(encoded)) ?? read('filename') }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
