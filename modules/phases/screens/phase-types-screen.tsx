import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { phaseTypes } from '../entities.ts'

/** The list of phase types. */
export default function PhaseTypesScreen() {
  return <SetupList entity={phaseTypes} title="Phase Types" />
}
