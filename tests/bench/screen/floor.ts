import { formatPhone } from '#lib/phone.ts'
import type { Customer } from '#modules/customers/entities.ts'

/**
 * The least a page could do: one sorted array, and text written straight into the rows on screen, which are copies of
 * the real ones. Nothing is kept of who else might want to know.
 */
export function createFloor(
  customers: readonly Customer[],
  order: (a: Customer, b: Customer) => number,
  body: HTMLElement,
) {
  const byId = new Map(customers.map((one) => [one.id, one]))
  const sorted = customers.toSorted(order)
  const rows = [...body.children].filter((row): row is HTMLElement => row instanceof HTMLElement)
  const elements = new Map<number, HTMLElement>()
  for (const [at, row] of rows.entries()) {
    const one = sorted[at]
    if (one) elements.set(one.id, row)
  }

  function write(row: HTMLElement, { id, name, phone_number, email }: Customer) {
    const [title, phone, mail] = row.children
    const link = title?.querySelector('a')
    const words = title?.querySelector('b')?.firstChild
    link?.setAttribute('href', `/customers/${id}`)
    if (words) words.nodeValue = name
    if (phone) phone.textContent = formatPhone(phone_number)
    if (mail) mail.textContent = email
  }
  function placeOf(one: Customer): number {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (order(sorted[middle] as Customer, one) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    peek: (id: number) => byId.get(id),
    put(next: Customer) {
      const old = byId.get(next.id)
      if (!old) return
      byId.set(next.id, next)
      const from = placeOf(old)
      if (old.name === next.name) {
        sorted[from] = next
        const row = elements.get(next.id)
        if (row) write(row, next)
        return
      }
      sorted.splice(from, 1)
      const to = placeOf(next)
      sorted.splice(to, 0, next)
      const row = elements.get(next.id)
      if (row && to < elements.size) {
        write(row, next)
        body.insertBefore(row, body.children[to < from ? to : to + 1] ?? null)
      } else if (row) {
        // The row left the visible window, so the next one below moves into it.
        elements.delete(next.id)
        const entering = sorted[elements.size]
        if (!entering) return
        write(row, entering)
        elements.set(entering.id, row)
        body.append(row)
      } else if (to < elements.size) {
        const leaving = sorted[elements.size]
        const freed = leaving && elements.get(leaving.id)
        if (!freed) return
        elements.delete(leaving.id)
        elements.set(next.id, freed)
        write(freed, next)
        body.insertBefore(freed, body.children[to] ?? null)
      }
    },
  }
}
