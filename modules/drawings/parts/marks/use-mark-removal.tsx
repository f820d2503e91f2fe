import { useState, type ReactNode } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { DeleteConfirmation } from '#ui/delete-confirmation/delete-confirmation.tsx'
import type { Markup } from '../../entities.ts'

/** Deletes a mark at once where undo brings it back, and asks first where others have seen it or there is no undo. @useSignals */
export function useMarkRemoval(remove: (mark: Markup) => void): { start(mark: Markup): void; dialog: ReactNode } {
  const { settings } = useServices()
  const isUndone = settings.value.features.includes('undo')
  const [asked, setAsked] = useState<Markup | null>(null)
  return {
    start: (mark) => (isUndone && mark.published_at === null ? remove(mark) : setAsked(mark)),
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
