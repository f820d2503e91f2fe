/**
 * A rule for what is read on screen, in mails and in files: one spelling, the American one.
 *
 * Found are British spellings in texts: strings and JSX with a space or a capital at the beginning. Names, addresses and
 * fields are as the specification and the wire have them.
 */
import type { Node } from './syntax.ts'

interface Context {
  report(problem: { node: Node; message: string }): void
}

/** What is found, and what is written instead. */
const words: readonly (readonly [british: RegExp, american: string])[] = [
  [/\blicence/i, 'license'],
  [/\blabour/i, 'labor'],
  [/\butilis/i, 'utiliz'],
  [/\bcolour/i, 'color'],
  [/\b(un)?cancelled\b/i, 'canceled'],
  [/\b(centi|milli|kilo)?metres?\b/i, 'meter'],
  [/\bcentre/i, 'center'],
  [/\borganis/i, 'organiz'],
  [/\brecognis/i, 'recogniz'],
  [/\bcatalogue\b/i, 'catalog'],
  [/\bbehaviour/i, 'behavior'],
  [/\bfavour/i, 'favor'],
  [/\btravelled\b/i, 'traveled'],
  [/\b(grey)\b/i, 'gray'],
  [/\bcheque\b/i, 'check'],
  [/\bkerb\b/i, 'curb'],
]
const isProse = (text: string) => /\s|^[A-Z]/.test(text.trim())

export const american = {
  create({ report }: Context) {
    function check(node: Node, text: unknown) {
      if (typeof text !== 'string' || !isProse(text)) return
      for (const [british, word] of words) {
        const [found] = british.exec(text) ?? []
        if (found) report({ node, message: `"${found}" is British: write "${word}", as the rest of the house does.` })
      }
    }
    return {
      Literal: (node: Node) => check(node, node.value),
      JSXText: (node: Node) => check(node, node.value),
      TemplateElement: (node: Node) => check(node, (node.value as { readonly cooked?: unknown } | undefined)?.cooked),
    }
  },
}
