import type { ReadonlySignal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { notifications, type Notification } from '../entities.ts'

const unread = { filters: { view: 'unread' } }

/** The notifications that the user has not read, kept live. */
export const useUnread = (): ReadonlySignal<readonly ReadonlySignal<Notification>[]> =>
  useQuery(notifications, unread).items

/** A count as it fits a badge. */
export const countLabel = (count: number): string => (count > 99 ? '99+' : String(count))
