import type { Lazy } from '#core/module/define-module.ts'
import { slot, type Slot } from '#core/module/slot.ts'

/** What else programs have to do with the company, on the page of its tokens, where there is room beside them. */
export const apiCards: Slot<Lazy<Record<never, never>>> = slot('api cards')
