import { useState, type ReactNode } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { DeleteConfirmation } from '#ui/delete-confirmation/delete-confirmation.tsx'
import type { Markup } from '../entities.ts'
import { isRestorable } from './use-marking.ts'

/** Deletes a mark at once where undo brings it back, and asks first where it cannot. @useSignals */
export function useMarkRemoval(remove: (mark: Markup) => void): { start(mark: Markup): void; dialog: ReactNode } {
  const { session } = useServices()
  const me = session.user.value?.id
  const [asked, setAsked] = useState<Markup | null>(null)
  return {
    start: (mark) => (isRestorable(mark, me) ? remove(mark) : setAsked(mark)),
    dialog: (
      <DeleteConfirmation
        open={asked !== null}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null)
          if (asked) remove(asked)
        }}
      />
    ),
  }
}
