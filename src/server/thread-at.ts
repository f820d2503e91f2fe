import { extname } from 'node:path'

/** The file of a thread beside the one that starts it: a source, or a file of dist-server/. */
export const threadAt = (url: string, name: string): URL => new URL(`./${name}${extname(url)}`, url)
