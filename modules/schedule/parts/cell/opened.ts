import type { ReadonlySignal, Signal } from '@preact/signals-react'
import type { ScheduleEvent } from '../../entities.ts'
import type { BoardModel } from '../board/board-model.ts'

/** What is open over the board: the menu of the chosen cells at a point, who, what and when, or what is planned (rule board-cells). */
export type Opened =
  | { readonly kind: 'menu'; readonly x: number; readonly y: number }
  | { readonly kind: 'assign' }
  | { readonly kind: 'event'; readonly event: ScheduleEvent }

export interface Opening {
  readonly now: ReadonlySignal<Opened | null>
  /** Opens who, what and when for the chosen cells. */
  assign(): void
  event(event: ScheduleEvent): void
  menu(at: { x: number; y: number }): void
  /** Opens what is planned on the active cell, if it alone is chosen, and who, what and when otherwise. */
  here(): void
  close(kind: Opened['kind']): void
  /** Does something unless something stays open: what is open is closed by the same press, unless it asks first. */
  whenClosed(does: () => void): void
}

export function createOpening(now: Signal<Opened | null>, model: BoardModel): Opening {
  const show = (next: Opened) => void (now.value = next)
  const isChosen = () => model.chosen().length > 0 || model.job() !== null
  const opening: Opening = {
    now,
    assign: () => isChosen() && show({ kind: 'assign' }),
    event: (event) => show({ kind: 'event', event }),
    menu: ({ x, y }) => model.chosen().length > 0 && show({ kind: 'menu', x, y }),
    here() {
      const [event, second] = model.isOne() ? model.here() : []
      if (event && !second) opening.event(event)
      else opening.assign()
    },
    whenClosed(does) {
      if (now.peek() === null) does()
      else requestAnimationFrame(() => now.peek() === null && does())
    },
    // An item of the menu may have opened something else meanwhile.
    close: (kind) => void (now.peek()?.kind === kind && (now.value = null)),
  }
  return opening
}
