import { useEffect, useState, type ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { useServices } from '../services/services.tsx'

/**
 * Leads to a record's own page, for who followed a link below something that they may not see; shows `otherwise` where
 * they may not see the record either.
 */
export const OwnPage = ({ entity, id, otherwise }: { entity: Entity; id: Id; otherwise: ReactNode }) => {
  const { api } = useServices()
  const [to, setTo] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    let here = true
    void api
      .across(entity)
      .fetch(id)
      .then((answer) => here && setTo(answer.ok ? entity.display.href(answer.data) : null))
    return () => void (here = false)
  }, [api, entity, id])
  if (to === undefined) return <SkeletonRows />
  return to === null ? otherwise : <Redirect to={to} replace />
}
