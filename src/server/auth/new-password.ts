import { lazily } from '../../core/entity/field.ts'
import { passwordProblems } from '../../lib/passwords.ts'

/** The most common leaked passwords; loaded when someone first sets a password. */
const stolen = lazily(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
})

const GUESSED = 'This password is among the first that are tried. Choose one that is harder to guess.'
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '')
const SHORTEST_WORD = 4

/**
 * Whether a password consists of one of these texts, or of consecutive words of one, apart from digits and symbols
 * around it.
 */
function isOneOf(password: string, about: readonly string[]): boolean {
  const bare = letters(password)
  if (bare.length < SHORTEST_WORD) return false
  return about.some((text) => {
    const words = text.split(/[\s@.]+/).map(letters)
    return words.some((_, from) => words.some((_, to) => words.slice(from, to + 1).join('') === bare))
  })
}

/**
 * Validates a new password typed twice; returns errors by field. `about` are texts that an attacker would try first:
 * the company's name, the user's own, and their email address.
 */
export async function newPasswordProblems(
  password: unknown,
  again: unknown,
  about: readonly (string | null | undefined)[],
): Promise<{ password?: string[]; password_confirmation?: string[] }> {
  const problems = passwordProblems(password, again)
  if (problems.password || typeof password !== 'string') return problems
  const known = ['Plumbline', ...about.flatMap((text) => text ?? [])]
  const guessed = (await stolen()).has(password.toLowerCase()) || isOneOf(password, known)
  return { ...problems, ...(guessed && { password: [GUESSED] }) }
}
