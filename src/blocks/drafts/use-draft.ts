import { useEffect, useMemo } from 'react'
import { followTyped, type FollowedDraft, type TypedForm } from '#core/drafts/follow-typed.ts'
import { useServices } from '../services/services.tsx'

/**
 * Keeps what is typed in a form on the device until it is saved or discarded, and restores it when the form opens again.
 * `place` identifies the form by JSON values: the entity's name, the record's id or "new", and its parents. Show the
 * result with `Restored`; call its `end` when the form is saved or closed on purpose. The arguments of the first render
 * count.
 * @param offers which forms' drafts are offered (`DraftOffer`), by a form that shows what was typed only when it is asked to
 * @example
 * const kept = useDraft(['message', 'new', about], { typed, restore, reset })
 */
export function useDraft(
  place: readonly unknown[],
  form: TypedForm,
  offers?: (place: readonly unknown[]) => boolean,
): FollowedDraft {
  const { drafts } = useServices()
  const followed = useMemo(
    () => followTyped(drafts.at(place), form, offers && (() => drafts.latest(offers))),
    // A form belongs to the place it was opened for.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  )
  useEffect(() => followed.start(), [followed])
  return followed
}
