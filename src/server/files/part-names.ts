interface PartNames {
  readonly name: string
  /** Undefined for a part that is not a file. */
  readonly filename: string | undefined
}

/** Browsers escape quotes and line breaks in names as %22, %0D and %0A; other clients escape a quote as `\\"`. */
const unquoted = (text: string) =>
  text.replaceAll('\\"', '"').replace(/%(22|0A|0D)/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

/**
 * The names in a part's Content-Disposition, in any script. Browsers send them as raw UTF-8, which the header grammar
 * does not allow and the form parser therefore does not decode. `filename*` (RFC 5987) takes precedence.
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
