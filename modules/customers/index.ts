import type { Lazy } from '#core/module/define-module.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import type { Customer } from './entities.ts'

/** Cards on a customer's page, from the modules whose records belong to customers. */
export const customerParts: Slot<Lazy<{ customer: Customer }>> = slot('customer parts')
