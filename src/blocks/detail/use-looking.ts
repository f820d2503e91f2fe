import { useEffect } from 'react'
import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { useServices } from '../services/services.tsx'

/**
 * Notes that the page shows this record in detail, while the calling component is mounted: what told of the record is
 * read by looking at it.
 */
export function useLooking({ table }: Entity, id: Id | undefined): void {
  const { page } = useServices()
  useEffect(() => {
    if (!id) return undefined
    const name = `${table} ${id}`
    page.looking.value = [...page.looking.peek(), name]
    return () => {
      const names = page.looking.peek()
      page.looking.value = names.toSpliced(names.lastIndexOf(name), 1)
    }
  }, [page, table, id])
}
