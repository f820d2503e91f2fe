/** What can be asked of an access token: to read records, or to change them as well. */
export type Use = 'read' | 'write'

/** A name of what a token may: `read` or `write` everywhere, or in one area, as `rfis:read` does. */
export const ABILITY = /^(?:\w+:)?(?:read|write)$/

/** Whether these abilities allow the use in an area; who may write may read. */
export const reaches = (abilities: readonly string[], area: string, use: Use): boolean =>
  abilities.some((ability) => {
    const [what, where] = ability.split(':').reverse()
    return (where === undefined || where === area) && (what === 'write' || what === use)
  })

/** Whether they allow the use everywhere, which what holds records of all areas demands. */
export const reachesAll = (abilities: readonly string[], use: Use): boolean =>
  abilities.includes('write') || abilities.includes(use)
