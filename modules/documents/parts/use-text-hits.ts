import { useEffect, useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { documentTexts } from '../entities.ts'

/** How long a search waits for further letters, in ms, as in every list. */
const PAUSE = 500
const LEAST = 3

/** The documents of a project whose text holds these words; the server searches only what the reader may see. */
export function useTextHits(project_id: Id, words: string): ReadonlySet<Id> {
  const { api } = useServices()
  const [found, setFound] = useState<{ key: string; ids: ReadonlySet<Id> } | null>(null)
  const key = `${project_id} ${words}`
  useEffect(() => {
    if (words.length < LEAST) return undefined
    let here = true
    const wait = setTimeout(async () => {
      const answer = await api(documentTexts, { project_id }).fetchPage({ search: words, per_page: 100 })
      if (here && answer.ok) setFound({ key, ids: new Set(answer.data.data.map(({ document_id }) => document_id)) })
    }, PAUSE)
    return () => {
      here = false
      clearTimeout(wait)
    }
  }, [api, project_id, words, key])
  return found?.key === key ? found.ids : none
}

const none: ReadonlySet<Id> = new Set()
