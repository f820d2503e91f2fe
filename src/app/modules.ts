import type { Module } from '#core/module/define-module.ts'
import { createRegistry, type Registry } from '#core/module/registry.ts'

const doors = import.meta.glob<{ default: Module }>('../../modules/*/module.ts', { eager: true })

/** Every module in modules/, put together: dropping in a folder is registering. */
export const loadRegistry = (): Registry => createRegistry(Object.values(doors).map((door) => door.default))
