import type { Id } from '#core/access/access.ts'
import { recentIds, remember } from '#blocks/record-picker/recent.ts'
import { useDerived } from '#blocks/query/use-derived.ts'
import { useServices } from '#blocks/services/services.tsx'
import { Combobox } from '#ui/combobox/combobox.tsx'
import type { ControlProps } from '#ui/control/control.ts'
import { labelIn } from './grouping.ts'
import { optionsFor } from './options.ts'
import { useCostCodes } from './use-project-codes.ts'

/**
 * Picks a cost code of a project by number, name or category. The user's recent codes come first. Inactive codes are not
 * offered, but shown if selected. @useSignals
 */
export const CostCodePicker = ({
  project_id,
  value,
  onChange,
  disabled = false,
  ...props
}: ControlProps<Id | null> & {
  /** While null, the picker is disabled. */
  project_id: Id | null
}) => {
  const { session } = useServices()
  const { project, ready } = useCostCodes(project_id)
  // Its own code alone, since many pickers of a project may stand on a page.
  const label = useDerived(() => {
    const { categories, codes } = project.value
    const code = codes.find(({ id }) => id === value)
    const category = categories.find(({ id }) => id === code?.cost_code_category_id)
    return code && labelIn(code, category)
  }, [project, value])
  const recent = `cost_codes.${session.user.value?.id ?? 0}.${project_id}`
  return (
    <Combobox
      placeholder="Cost code"
      {...props}
      disabled={disabled || project_id === null}
      value={value}
      selected={value !== null && label !== undefined ? { value, label } : null}
      onSearch={async (text) => {
        const failed = await ready()
        if (failed) throw new Error(failed.message || 'The codes could not be loaded.')
        return optionsFor(project.peek(), recentIds(recent), text)
      }}
      onChange={(id) => {
        if (id !== null) remember(recent, id)
        onChange(id)
      }}
    />
  )
}
