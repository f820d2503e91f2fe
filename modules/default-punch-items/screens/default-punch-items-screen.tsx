import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { defaultPunchItems } from '../entities.ts'

/** The list of default punch items. */
export default function DefaultPunchItemsScreen() {
  return <SetupList entity={defaultPunchItems} title="Default Punch Items" />
}
