import type { Module } from '#core/module/define-module.ts'
import { createRegistry, type Registry } from '#core/module/registry.ts'

const modules = import.meta.glob<{ default: Module }>('../../modules/*/module.ts', { eager: true })

/** Creates the registry of all modules, and of `added` by their ids. Every folder in modules/ is registered automatically. */
export const loadRegistry = (added: Readonly<Record<string, Module>> = {}): Registry =>
  createRegistry([
    ...Object.entries(modules).map(([path, module]) => ({ id: path.split('/').at(-2) ?? '', ...module.default })),
    ...Object.entries(added).map(([id, module]) => ({ id, ...module })),
  ])
