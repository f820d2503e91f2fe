import { useComputed, useSignal } from '@preact/signals-react'
import { useDraft } from '#blocks/drafts/use-draft.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useServices } from '#blocks/services/services.tsx'
import { restorable } from '#core/drafts/typed.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { Id } from '#core/access/access.ts'
import { useFilesWith } from '../../attachments/index.ts'
import { punchItems, type PunchItem } from '../entities.ts'

/** What stays as on the item before. */
export type Sticky = Pick<PunchItem, 'location' | 'trade' | 'assigned_id' | 'due_date' | 'priority'>

/** The item that is being noted on a walk. */
export interface Walking {
  readonly photos: readonly File[]
  readonly title: string
  readonly sticky: Sticky
  /** The items that were saved on this walk. */
  readonly saved: readonly Id[]
}

const none: Sticky = { location: null, trade: null, assigned_id: null, due_date: null, priority: 'medium' }
const start: Walking = { photos: [], title: '', sticky: none, saved: [] }

/**
 * The state of a walk through a project, which is on the device at any moment: the item that is being noted as a draft,
 * those before as changes that wait to be sent. @useSignals
 */
export function useWalk(project_id: Id) {
  const { api } = useServices()
  const { prepare, saveWith } = useFilesWith(punchItems.table, 'before')
  const state = useSignal(start)
  const kept = useDraft(['punch_item', 'walk', project_id], {
    typed: useComputed(() => {
      const { photos, title, sticky, saved } = state.value
      if (!photos.length && !title && !saved.length) return null
      return { values: { ...sticky, title, saved: [...saved] }, ...(photos.length && { files: photos }) }
    }),
    restore({ values, files = [] }) {
      const { title, ...fields } = restorable(punchItems.fields, values)
      const saved = Array.isArray(values.saved)
        ? values.saved.flatMap((id) => (typeof id === 'number' ? [id] : []))
        : []
      state.value = {
        photos: files,
        title: typeof title === 'string' ? title : '',
        sticky: { ...none, ...fields },
        saved,
      }
    },
    reset: () => void (state.value = start),
  })

  const change = (part: Partial<Walking>) => void (state.value = { ...state.peek(), ...part })

  /** Makes a picture small before it becomes part of the item, so that saving it takes no time. */
  async function addPhoto(file: File, { instead = false } = {}): Promise<void> {
    const prepared = await prepare(file)
    const photo = prepared.files.file ?? file
    const { photos } = state.peek()
    change({ photos: [...(instead ? photos.slice(0, -1) : photos), photo] })
  }

  const saving = useSignal<Promise<boolean> | null>(null)
  /**
   * Puts the item and its photos on the device, to be sent in the background. Resolves with whether that worked. While it
   * is under way, another press waits for the same: it would add the item twice.
   */
  function save(): Promise<boolean> {
    saving.value ??= put().finally(() => (saving.value = null))
    return saving.value
  }

  async function put(): Promise<boolean> {
    const { photos, title, sticky, saved } = state.peek()
    const draft: DraftOf<typeof punchItems> = { ...sticky, title: title.trim() }
    const items = api(punchItems, { project_id })
    const made = await saveWith(photos, (options) => items.save(draft, { ...options, later: true }))
    if (!made.ok) {
      toastFailure(made)
      return false
    }
    const { id } = made.data
    // A picture may have been taken meanwhile; it belongs to the next item.
    const next = state.peek().photos.filter((photo) => !photos.includes(photo))
    change({ photos: next, title: '', saved: [...saved, id] })
    // A tab that ends before this would show the item again on its return, to be added twice.
    await kept.keep()
    return true
  }
  return { state, kept, change, addPhoto, save, isSaving: saving.value !== null }
}
