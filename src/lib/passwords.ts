export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 255

/** Validates a new password typed twice; returns errors by field, empty if it is acceptable. */
export function passwordProblems(
  password: unknown,
  again: unknown,
): { password?: string[]; password_confirmation?: string[] } {
  const text = typeof password === 'string' ? password : ''
  return {
    ...(text.length < SHORTEST_PASSWORD && {
      password: [`Password must have at least ${SHORTEST_PASSWORD} characters.`],
    }),
    ...(text.length > LONGEST_PASSWORD && { password: [`Password may have at most ${LONGEST_PASSWORD} characters.`] }),
    ...(password !== again && { password_confirmation: ['The passwords do not match.'] }),
  }
}
