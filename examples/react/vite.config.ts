import { defineConfig } from "vite";

// JSX needs no plugin, and "hedgemage" resolves to the package that this folder lies in.
export default defineConfig({ build: { target: "es2023", modulePreload: { polyfill: false } } });
