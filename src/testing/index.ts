export { mockAgent } from "./mock-agent.ts";
export {
  type MockCall,
  type MockModel,
  type MockModelConfig,
  type MockResponse,
  mockModel,
} from "./mock-model.ts";
export { type MockDecision, type MockRouterOptions, mockRouter, type RouteTarget } from "./mock-router.ts";
export { type MockAdapter, MockSDK, type MockSDKConfig, type MockSDKFactory } from "./mock-sdk.ts";
export {
  type StoreConformanceCase,
  type StoreConformanceTarget,
  storeConformance,
} from "./store-conformance.ts";
