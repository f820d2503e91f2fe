import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useAddress } from '#blocks/address/address.ts'
import type { ListState } from '#blocks/list-page/list.ts'
import { differs, recall, remember, showInAddress } from '#blocks/list-page/remembered.ts'
import { choicesIn, hrefOf, type Place } from '../place.ts'

const KEY = 'schedule.board'
const usual = { weeks: '2', group: 'license', license: '', crew: '', only: '', project: '' }
const stateOf = (filters: ListState['filters']): ListState => ({
  search: '',
  sort_column: '',
  sort_direction: 'asc',
  filters,
})
const initial = stateOf(usual)
const text = (value: string | number | null): string => (value === null ? '' : String(value))

/** The place of the board with what this device remembers of it, where the address says nothing. */
export function recalled(given: Place, address: ReturnType<typeof useAddress>) {
  const kept = recall(KEY, initial, address)
  return { kept, place: { ...given, ...choicesIn(new URLSearchParams({ ...kept.filters })) } }
}

/** Which rows and weeks of the board are shown: as the address says, else as this device remembers (rule remembered-filters). */
export function useBoardPlace(given: Place): { place: Place; go: (part: Partial<Place>) => void } {
  const [, navigate] = useLocation()
  const address = useAddress()
  const { kept, place } = recalled(given, address)
  useEffect(() => {
    if (differs(kept, initial)) showInAddress(kept, initial, address)
  })
  return {
    place,
    go(part) {
      const next = { ...place, ...part }
      const { weeks, group, license, crew_id, only, project_id } = next
      const filters = {
        weeks: text(weeks),
        group,
        license: text(license),
        crew: text(crew_id),
        only: text(only),
        project: text(project_id),
      }
      remember(KEY, stateOf(filters))
      navigate(hrefOf(next))
    },
  }
}
