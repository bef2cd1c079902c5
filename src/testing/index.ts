export { mockAgent } from "./mock-agent.ts";
export { type MockImageCall, MockImageModel, type MockImageResponse } from "./mock-image-model.ts";
export {
  type MockCall,
  type MockModel,
  type MockModelConfig,
  type MockResponse,
  mockModel,
} from "./mock-model.ts";
export { type MockDecision, type MockRouterOptions, mockRouter, type RouteTarget } from "./mock-router.ts";
export { type MockAdapter, MockSDK, type MockSDKConfig, type MockSDKFactory } from "./mock-sdk.ts";
export { type MockSpeechCall, MockSpeechModel, type MockSpeechResponse } from "./mock-speech-model.ts";
export {
  type MockTranscriptionCall,
  MockTranscriptionModel,
  type MockTranscriptionResponse,
} from "./mock-transcription-model.ts";
export {
  type StoreConformanceCase,
  type StoreConformanceTarget,
  storeConformance,
} from "./store-conformance.ts";
export {
  type VectorStoreConformanceCase,
  type VectorStoreConformanceTarget,
  vectorStoreConformance,
} from "./vector-store-conformance.ts";
