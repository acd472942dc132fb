# SPDX-License-Identifier: MIT
"""A training step in PyTorch, then the same in a CUDA graph; prints sums that repeat."""
import torch

torch.manual_seed(1)
torch.use_deterministic_algorithms(False)
device = torch.device("cuda")
model = torch.nn.Sequential(torch.nn.Embedding(100, 64), torch.nn.Linear(64, 256), torch.nn.GELU(), torch.nn.Linear(256, 10)).to(device)
words = torch.randint(0, 100, (512,), device=device)
wanted = torch.randint(0, 10, (512,), device=device)
optimiser = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimiser.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(words), wanted)
    loss.backward()
    optimiser.step()
print("loss", f"{loss.item():.4f}")
values = torch.randint(0, 1000, (100000,), device=device)
print("sorted", torch.sort(values).values[::1000].sum().item(), torch.unique(values).numel(), torch.cumsum(values, 0)[-1].item())
still = torch.randint(0, 50, (4096,), device=device)
stream = torch.cuda.Stream()
with torch.cuda.stream(stream):
    for _ in range(2):
        result = torch.where(still % 3 == 0, still * 2, still + 1)
torch.cuda.synchronize()
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    result = torch.where(still % 3 == 0, still * 2, still + 1)
for step in range(4):
    still += step
    graph.replay()
print("graph", result.sum().item())
