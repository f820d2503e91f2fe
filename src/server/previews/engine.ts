import { createDecoder } from '../decode/decoder.ts'
import { tellsMemory } from '../decode/resident-memory.ts'
import type { PreviewEngine } from '../environment.ts'
import { readWith } from './reading.ts'

const PATIENCE = { guest: 10_000, staff: 30_000 }

/** What reads files in processes of its own; `patience` is how long one file may take, in ms. */
export const previewEngine = ({ patience = PATIENCE }: { patience?: typeof PATIENCE } = {}): PreviewEngine =>
  readWith(createDecoder(), { patience, watchesMemory: tellsMemory })
